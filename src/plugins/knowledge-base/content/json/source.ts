import type { Users } from '../../../../access.js';
import type { Media } from '../../../../media.js';
import type { Rules } from '../../domain/access/rules.js';
import type { Articles } from '../../domain/articles/articles.js';
import type { Attachments } from '../../domain/attachments/attachments.js';
import type { Categories } from '../../domain/categories/categories.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** Services a JSON export needs: a knowledge base, or the remaining data of an inactive one. */
export interface JsonSource extends Pick<KnowledgeBase, 'db' | 'site' | 'versions'> {
  readonly articles: Pick<Articles, 'getMany'>;
  readonly attachments: Pick<Attachments, 'of'>;
  readonly categories: Pick<Categories, 'tree' | 'refresh'>;
  readonly access: { readonly rules: Pick<Rules, 'snapshot'> };
  readonly users: Pick<Users, 'get'>;
  readonly media: Pick<Media, 'get'>;
}
