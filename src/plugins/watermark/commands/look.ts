import type { OwnedCommands } from '../../../operations.js';
import { attachmentNotFound } from '../errors.js';
import { percentOf } from '../runs/run.js';
import type { Watermark } from '../watermark.js';
import { numberOf, OF_IMAGE, OF_RUN } from './options.js';

/** Number of backups per page. Their files are read one by one. */
const PAGE = 100;
const BACKUP_COLUMNS = ['id', 'attachment_id', 'size', 'generation', 'file'];
const ERROR_COLUMNS = ['id', 'attachment_id', 'run', 'code', 'message', 'created'];

/** Registers `mortise watermark status`, `verify-backups` and `errors`. */
export function registerLookCommands(cli: OwnedCommands, watermark: Watermark): void {
  const { backups, errors, pictures, rows, runs, settings } = watermark;

  /** Returns the status of an image, with its design. @throws HostError 404 `attachment_not_found` */
  async function statusOf(id: number): Promise<Record<string, unknown>> {
    const [picture] = await watermark.markStatusesOf([await watermark.attachment(id)]);
    if (!picture) throw attachmentNotFound(id);
    const { state, status, reason, design } = picture;
    return {
      picture: id,
      status,
      design,
      reason,
      marked: state.markedAt?.toISOString() ?? null,
      backup: state.generation > 0,
    };
  }

  cli.command('watermark status', {
    summary: 'Show the number of marked images, their backups and the last run, or the status of an image',
    options: [OF_IMAGE],
    async run({ options, output }) {
      const id = numberOf(options.id);
      if (id !== undefined) {
        output.record(await statusOf(id));
        return;
      }
      const [total, counts, saved, designs, [run]] = await Promise.all([
        rows.total(),
        pictures.count(),
        backups.count(),
        settings.designs(),
        runs.latest(1),
      ]);
      output.record({
        pictures: total,
        marked: counts.marked,
        excluded: counts.excluded,
        designs: 1 + designs.length,
        backup_files: saved.records,
        backup_bytes: saved.bytes,
        run: run?.id ?? null,
        run_work: run?.work ?? null,
        run_state: run?.state ?? null,
        run_percent: run ? percentOf(run) : null,
        run_failed: run?.failed ?? null,
      });
    },
  });

  cli.command('watermark verify-backups', {
    summary: 'Verify all backups and list damaged ones',
    async run({ output, signal }) {
      const { records: total } = await backups.count();
      const bar = output.progress('Backups', total);
      const broken: Record<string, unknown>[] = [];
      let checked = 0;
      try {
        for (let last = 0; !signal.aborted; ) {
          const records = await backups.after(last, PAGE);
          const end = records.at(-1);
          if (!end) break;
          for (const record of records) {
            if (signal.aborted) break;
            const [bad] = await backups.verify([record]);
            checked += 1;
            bar.advance();
            if (!bad) continue;
            const { id, attachmentId, size, generation, file } = bad;
            broken.push({ id, attachment_id: attachmentId, size, generation, file });
          }
          last = end.id;
        }
      } finally {
        bar.stop();
      }
      output.rows(broken, BACKUP_COLUMNS);
      output.note(`${broken.length} of ${checked} files are damaged.`);
      if (signal.aborted) return 130;
      return broken.length > 0 ? 3 : 0;
    },
  });

  cli.command('watermark errors', {
    summary: 'List image errors, newest first',
    options: [
      OF_RUN,
      {
        flags: '--limit <number>',
        description: 'maximum number of rows',
        default: 100,
        integer: { minimum: 1, maximum: 10_000 },
      },
    ],
    async run({ options, output }) {
      const run = numberOf(options.run);
      const page = { page: 1, perPage: Number(options.limit) };
      const { entries, total } = await errors.list(run === undefined ? page : { ...page, runId: run });
      output.rows(
        entries.map(({ id, attachmentId, runId, code, message, createdAt }) => ({
          id,
          attachment_id: attachmentId,
          run: runId,
          code,
          message,
          created: createdAt.toISOString(),
        })),
        ERROR_COLUMNS,
        total,
      );
    },
  });
}
