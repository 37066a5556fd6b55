export interface Actions {}
export interface Filters {}
