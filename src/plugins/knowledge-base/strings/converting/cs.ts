import type { Catalogue } from '../../../../index.js';

/** Czech texts of the conversion page. */
export const czechConverting: Catalogue = {
  'convert.title': 'Převést článek',
  'convert.to-blocks': 'Převést na bloky',
  'convert.to-markdown': 'Převést do Markdownu',
  'convert.lead-blocks':
    'Tento článek je napsán ve formátu {format}. Editor pracuje s bloky: jakmile bude článek převeden, otevře se v něm.',
  'convert.lead-markdown':
    'Tento článek se skládá z bloků. V Markdownu je to jediný text; bloky, které Markdown neumí vyjádřit, v něm zůstanou, jak jsou.',
  'convert.same': 'Čtenáři vidí stejná slova jako předtím.',
  'convert.changed': 'Čtenáři uvidí jiná slova než předtím. Co se pro ně změní, je uvedeno níže.',
  'convert.readers': 'Co se změní pro čtenáře',
  'convert.source': 'Co se změní ve zdrojovém textu',
  'convert.lines': 'Přibude řádků: {added}, ubude: {removed}.',
  'convert.more': '… a dalších řádků: {count}',
  'convert.legend': 'Řádek s + přibude, řádek s - ubude.',
  'convert.undo': 'Článek v nynější podobě zůstane mezi svými verzemi a lze ho obnovit.',
  'convert.done-blocks': 'Článek se nyní skládá z bloků.',
  'convert.done-markdown': 'Článek je nyní napsán v Markdownu.',
  'convert.cancel': 'Zpět k článkům',
};
