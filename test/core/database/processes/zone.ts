import { utc } from '../../../../src/core/database/codec.js';

console.log(utc.encode(new Date(0)));
