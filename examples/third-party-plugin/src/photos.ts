import type { Outbox, OwnedAccess, OwnedHooks, OwnedWebhooks, Users } from 'mortise';
import type {} from 'mortise/plugins'; // the types of the watermark plugin's hooks

/** A picture that shows the mark of the site now. */
export interface MarkedPhoto {
  readonly id: number;
  readonly title: string;
  /** Sizes that have the mark; `full` is the picture itself. */
  readonly sizes: readonly string[];
}

declare module 'mortise' {
  interface Actions {
    /** A picture was marked. It is announced, so listeners may hear of it twice. */
    acme_photo_marked(photo: MarkedPhoto): void | Promise<void>;
  }
}

/**
 * What a kitchen wants of the marks on its photos. Where the watermark plugin is not installed nobody calls these.
 */
export function registerPhotos(parts: {
  readonly hooks: OwnedHooks;
  readonly access: OwnedAccess;
  readonly users: Users;
  readonly outbox: Outbox;
  readonly webhooks: OwnedWebhooks;
}): void {
  const { hooks, access, users, outbox, webhooks } = parts;

  // What guests send in is theirs: only photos by those who write recipes get the mark of the site.
  hooks.addFilter('vendor_watermark_should_apply', async (should, { authorId }) => {
    return should && access.can(await users.get(authorId), 'edit_recipes');
  });

  // The focal point is the dish. A mark that would cover it goes to the edge above or below that is further away.
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

  // Its files have new addresses, which those who keep copies of them want to know.
  hooks.define('acme_photo_marked', { kind: 'action', since: '1.0.0', async: 'allowed' });
  hooks.addAction('vendor_watermark_after_apply', async (id, { attachment, sizes }) => {
    await outbox.announce('acme_photo_marked', { id, title: attachment.title, sizes: [...sizes] });
  });
  webhooks.topic({
    action: 'acme_photo_marked',
    title: 'A photo was marked',
    payload: (photo) => ({ photo: { ...photo } }),
    sample: { photo: { id: 1, title: 'Soup', sizes: ['full'] } },
  });
}
