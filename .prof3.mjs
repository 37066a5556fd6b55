import { startServer, load } from './bench/affiliate/load.mjs';
import { createPool } from 'mysql2/promise';
const url='mysql://root@127.0.0.1:3306/prof_aff';
const s = await startServer('express', url);
let n=Date.now();
const body=()=>{n++;return JSON.stringify({affiliate_code: n%10===0?'busy':`partner-${1+(n%99)}`, amount:49.9, customer_email:`c${n}@example.com`, external_id:`o${n}`})};
const r = await load({url: s.url+'/api/vendor-affiliate/v1/track/conversion', method:'POST', connections:+(process.env.C??8), duration: 5, headers:{'content-type':'application/json','x-vendor-api-key':'x'}, requests:[{setupRequest:(q)=>({...q, body: body()})}]},201);
console.log('bare', r.requests.average, r.latency.average); process.exit();
