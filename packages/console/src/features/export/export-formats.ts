import { formats } from '@parlance/formats'

/** All that values can be written as. */
export const EXPORT_FORMATS = formats.map(({ id, name, isMultiLocale }) => ({ id, name, isMultiLocale }))
