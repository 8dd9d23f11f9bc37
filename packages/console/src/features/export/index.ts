export { download, type ExportBody } from './download.ts'
export { EXPORT_FORMATS } from './export-formats.ts'
