import type { Catalogue } from '../../../../index.js';

/** Spanish strings of the bank settings. */
export const spanishSettings: Catalogue = {
  'settings.title': 'Movimientos bancarios',
  'settings.schedule': 'Horas de las ejecuciones',
  'settings.schedule-hint':
    'Como cron, en la hora del sitio: minuto, hora, día, mes, día de la semana. */15 6-20 * * 1-5 es cada cuarto de hora en días laborables. Vacío: nada se recoge solo.',
  'settings.run-interval': 'Intervalo mínimo entre ejecuciones (segundos)',
  'settings.run-interval-hint': 'Desde el comienzo de la última. Quien fuerza una ejecución no espera.',
  'settings.source-time-limit': 'Segundos que una ejecución espera a una fuente',
  'settings.source-time-limit-hint':
    'En total, sin el tiempo en que se guardan sus archivos. Una fuente que no responde se abandona, y la ejecución sigue con las demás.',
  'settings.secret-in-query': 'Aceptar el secreto en la URL',
  'settings.secret-in-query-hint':
    'Solo para servicios que no pueden enviar cabeceras. Las URL quedan en los registros, así que es preferible la cabecera X-Vendor-Bank-Secret.',
  'settings.tolerance-amount': 'Tolerancia (unidad mínima de la moneda)',
  'settings.tolerance-amount-hint':
    'Un pago puede diferir en esto de lo debido y pagarlo igualmente: 50 para medio euro.',
  'settings.tolerance-percent': 'Tolerancia (%)',
  'settings.tolerance-percent-hint': 'De lo debido. Cuenta la mayor de las dos.',
  'settings.keep-years': 'Años de conservación de los libros',
  'settings.keep-years-hint':
    'Desde el final del año, como pide la ley. Hasta entonces los movimientos dicen quién pagó, aunque esa persona pida ser olvidada.',
  'settings.known-payers': 'Conciliar pagadores conocidos',
  'settings.known-payers-hint':
    'Un pago sin referencia paga el único pedido abierto de quien ya pagó desde esa cuenta, si el importe es exacto. Si no, alguien lo revisa.',
};
