import { listFormats } from './list-formats.ts'

export const formatEndpoints = [listFormats]
