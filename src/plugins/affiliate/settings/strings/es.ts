import type { Catalogue } from '../../../../index.js';

/** Strings of the programme's settings in Spanish. */
export const spanishSettings: Catalogue = {
  'settings.group-title': 'Programa de afiliados',
  'settings.group-lead': 'Qué ganan los afiliados, cuánto tiempo cuenta un clic y quién puede participar.',
  'settings.currency': 'Moneda',
  'settings.currency-hint': 'Tres letras, como EUR. Todo se cuenta en ella; no cambia desde que hay comisiones.',
  'settings.rate-type': 'Las comisiones son',
  'settings.rate-type-percentage': 'una parte de la venta',
  'settings.rate-type-flat': 'un importe fijo',
  'settings.rate': 'Comisión',
  'settings.rate-hint':
    'Porcentaje de la venta o el importe fijo. Afiliados, productos y formularios pueden tener tasas propias.',
  'settings.subpartner-rate': 'Parte para quien trajo a un afiliado',
  'settings.subpartner-rate-hint': 'Porcentaje de la comisión del afiliado traído; 0 para ninguna.',
  'settings.subpartner-levels': 'Niveles de socios que participan',
  'settings.subpartner-levels-hint':
    '1 solo para quien trajo al afiliado; con 2 o 3, quienes los trajeron reciben la misma parte de esa participación.',
  'settings.cookie-days': 'Días que cuenta un clic',
  'settings.cookie-days-hint': 'Los afiliados pueden tener un número propio.',
  'settings.attribution': 'Una venta cuenta para',
  'settings.attribution-hint': 'Qué enlace cuenta cuando un visitante llegó por varios.',
  'settings.attribution-first': 'el primer clic',
  'settings.attribution-last': 'el último clic',
  'settings.ref-parameter': 'Parámetro de los enlaces',
  'settings.ref-parameter-hint': 'Nombre del parámetro que lleva el código en las direcciones, como ref.',
  'settings.hold-days': 'Días hasta aprobar una comisión',
  'settings.hold-days-hint': 'Para que antes se puedan devolver las ventas.',
  'settings.recurring-months': 'Meses en que un cliente que vuelve cuenta otra vez',
  'settings.recurring-months-hint': 'Desde la primera venta; 0 solo para la primera venta.',
  'settings.auto-approve': 'Aprobar las comisiones al momento',
  'settings.auto-approve-hint': 'Las sospechosas esperan igualmente a que alguien las mire.',
  'settings.approve-after-hold': 'Aprobar las comisiones tras esos días',
  'settings.approve-after-hold-hint': 'Si no, alguien aprueba cada una. Las sospechosas siempre esperan.',
  'settings.minimum-payout': 'Pago mínimo',
  'settings.minimum-payout-hint': 'Lo que es menos espera al pago siguiente.',
  'settings.registration': 'Se puede solicitar participar',
  'settings.registration-hint': 'Si no, solo los administradores añaden afiliados.',
  'settings.registration-approval': 'Las solicitudes se revisan',
  'settings.registration-approval-hint': 'Si no, quien solicita participa al momento.',
  'settings.allowed-hosts': 'Otros sitios a los que pueden llevar los enlaces',
  'settings.allowed-hosts-hint':
    'Un host por línea, como shop.example.com. Los enlaces a este sitio siempre están permitidos.',
  'settings.blocked-domains': 'Dominios sospechosos',
  'settings.blocked-domains-hint':
    'De direcciones de correo y de sitios con enlaces, uno por línea. Lo que viene de ellos espera a que alguien lo mire.',
  'settings.notify-addresses': 'Quién se entera de solicitudes y sospechas',
  'settings.notify-addresses-hint':
    'Direcciones, una por línea. Sin ninguna, se escribe a los administradores del sitio.',
  'settings.currency-conversions': 'Ya hay comisiones en {currency}: la moneda no cambia.',
  'settings.currency-rates':
    'Las tarifas fijas y los niveles son importes en {currency}: quítelos primero y después cambie la moneda.',
  'settings.currency-unknown': 'Escriba las tres letras de una moneda, como EUR.',
  'settings.amount-decimals': 'Escriba un importe con tantos decimales como tiene {currency}.',
  'settings.percent': 'Escriba un número de 0 a 100 con dos decimales como máximo.',
  'settings.host-invalid': 'Escriba los hosts sin https:// y sin ruta, como shop.example.com.',
};
