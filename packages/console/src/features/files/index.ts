export { publishedQuery } from './files-query.ts'
