import { createPool } from 'mysql2/promise';
import { fillClicks } from './bench/affiliate/clicks.mjs';
import { measureConversions } from './bench/affiliate/conversions.mjs';
process.env.NODE_ENV='production';
const admin = createPool('mysql://root@127.0.0.1:3306');
await admin.query('drop database if exists prof_aff2'); await admin.query('create database prof_aff2');
const url='mysql://root@127.0.0.1:3306/prof_aff2';
await fillClicks(url, 10000, {quick:true});
console.table((await measureConversions(url,{quick:true})).rows); process.exit();
