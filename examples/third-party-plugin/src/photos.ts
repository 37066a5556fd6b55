import type { OwnedAccess, Users } from 'mortise/access';
import type { OwnedHooks } from 'mortise/hooks';
import type {} from 'mortise/plugins'; // the types of the watermark plugin's hooks
import type { Outbox, OwnedWebhooks } from 'mortise/webhooks';

/** Image with the site's current mark. */
export interface MarkedPhoto {
  readonly id: number;
  readonly title: string;
  /** Marked sizes. `full` is the full image. */
  readonly sizes: readonly string[];
}

declare module 'mortise' {
  interface Actions {
    /** An image was marked. Delivery is at least once, so listeners may receive it twice. */
    acme_photo_marked(photo: MarkedPhoto): void | Promise<void>;
  }
}

/** Customizes the watermarks of a kitchen's photos. The hooks are never called without the watermark plugin. */
export function registerPhotos(parts: {
  readonly hooks: OwnedHooks;
  readonly access: OwnedAccess;
  readonly users: Users;
  readonly outbox: Outbox;
  readonly webhooks: OwnedWebhooks;
}): void {
  const { hooks, access, users, outbox, webhooks } = parts;

  // Guests keep their photos unmarked: only photos by users who may write recipes get the mark.
  hooks.addFilter('vendor_watermark_should_apply', async (should, { authorId }) => {
    return should && access.can(await users.get(authorId), 'edit_recipes');
  });

  // The focal point is the dish. A mark that would cover it moves to the opposite edge, top or bottom.
  hooks.addFilter('vendor_watermark_overlay', (overlay, { attachment, picture }) => {
    const { focalPoint } = attachment;
    if (!focalPoint || overlay.tile) return overlay;
    const { left, top, image } = overlay;
    const dish = { left: focalPoint.x * picture.width, top: focalPoint.y * picture.height };
    const isBeside = dish.left < left || dish.left >= left + image.width;
    const isAboveOrBelow = dish.top < top || dish.top >= top + image.height;
    if (isBeside || isAboveOrBelow) return overlay;
    return { ...overlay, top: dish.top < picture.height / 2 ? picture.height - image.height : 0 };
  });

  // Marking changes the file URLs, so systems that keep copies need to know.
  hooks.define('acme_photo_marked', { kind: 'action', since: '1.0.0', async: 'allowed' });
  hooks.addAction('vendor_watermark_after_apply', async (id, { attachment, sizes }) => {
    await outbox.announce('acme_photo_marked', { id, title: attachment.title, sizes: [...sizes] });
  });
  webhooks.topic({
    action: 'acme_photo_marked',
    title: 'Photo watermarked',
    payload: (photo) => ({ photo: { ...photo } }),
    sample: { photo: { id: 1, title: 'Soup', sizes: ['full'] } },
  });
}
