// Deterministic statements of one account in any size: camt.053.001.08 and MT940.
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { paymentOf } from './payments.mjs';

const IBAN = 'CZ6508000000192000145399';
/** Entries per write. */
const PIECE = 200;

const WRITERS = {
  camt: { head: camtHead, entry: camtEntry, tail: camtTail },
  mt940: { head: mt940Head, entry: mt940Entry, tail: mt940Tail },
};

/** Writes a statement. @returns its size in bytes */
export async function writeStatement(format, count, file) {
  const { head, entry, tail } = WRITERS[format];
  function* pieces() {
    let balance = 0;
    yield head();
    for (let from = 0; from < count; from += PIECE) {
      let piece = '';
      for (let index = from; index < Math.min(count, from + PIECE); index += 1) {
        const payment = paymentOf(index);
        balance += payment.isCredit ? payment.amount : -payment.amount;
        piece += entry(payment);
      }
      yield piece;
    }
    yield tail(balance);
  }
  await pipeline(Readable.from(pieces()), createWriteStream(file));
  return (await stat(file)).size;
}

const decimal = (minor) => (minor / 100).toFixed(2);

function camtHead() {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-03-31T20:00:00</CreDtTm></GrpHdr>
<Stmt><Id>3</Id><Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>CZK</Ccy></Acct>
${camtBalance('OPBD', 0)}`;
}

function camtBalance(code, minor) {
  const sign = minor < 0 ? 'DBIT' : 'CRDT';
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="CZK">${decimal(Math.abs(minor))}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>2026-03-31</Dt></Dt></Bal>
`;
}

function camtEntry({ isCredit, amount, number, hasSymbol, day, reference, name, iban }) {
  const sign = isCredit ? 'CRDT' : 'DBIT';
  const money = `<Amt Ccy="CZK">${decimal(amount)}</Amt><CdtDbtInd>${sign}</CdtDbtInd>`;
  const party = isCredit ? 'Dbtr' : 'Cdtr';
  const id = hasSymbol ? `/VS${number}/SS/KS0308` : 'NOTPROVIDED';
  return `<Ntry>${money}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${money}<RltdPties><${party}><Pty><Nm>${name.replace('&', '&amp;')}</Nm></Pty></${party}><${party}Acct><Id><IBAN>${iban}</IBAN></Id></${party}Acct></RltdPties><RltdAgts><${party}Agt><FinInstnId><BICFI>GIBACZPXXXX</BICFI></FinInstnId></${party}Agt></RltdAgts><RmtInf><Ustrd>Payment of the invoice ${number}, thank you for the delivery of last week</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
`;
}

function camtTail(balance) {
  return `${camtBalance('CLBD', balance)}</Stmt></BkToCstmrStmt></Document>
`;
}

function mt940Head() {
  return `:20:STARTUMS
:25:${IBAN}
:28C:3/1
:60F:C260228CZK0,
`;
}

function mt940Entry({ isCredit, amount, number, hasSymbol, day, reference, name, iban }) {
  const [, month, date] = day.split('-');
  const id = hasSymbol ? `VS${number}` : 'NONREF';
  return `:61:26${month}${date}${month}${date}${isCredit ? 'C' : 'D'}${decimal(amount).replace('.', ',')}NTRF${id}//${reference}
:86:166?00CREDIT?109310?20SVWZ+Payment of the invoice?21 ${number}, thank you for?22the delivery of last week
?30GIBACZPXXXX?31${iban}?32${name}?34011
`;
}

function mt940Tail(balance) {
  return `:62F:${balance < 0 ? 'D' : 'C'}260331CZK${decimal(Math.abs(balance)).replace('.', ',')}
-
`;
}
