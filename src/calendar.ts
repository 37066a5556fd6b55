/**
 * 'mortise/calendar': calendar days in a time zone, as `YYYY-MM-DD`.
 *
 *     const { dayOf } = createCalendar('Europe/Berlin');
 *     const nextWeek = addDays(dayOf(new Date()), 7);
 */

export {
  addDays,
  addYears,
  type Calendar,
  createCalendar,
  dayOrMoment,
  daysBetween,
  isDay,
  LOCAL_TIME,
  localToUtc,
  monthOf,
  weekOf,
} from './core/calendar.js';
