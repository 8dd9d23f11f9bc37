export { SYNTAXES, type Syntax } from './key-form.ts'
export { listQuery } from './list.ts'
export { readSearch } from './search.ts'
export { showing } from './selection/kept-keys.ts'
