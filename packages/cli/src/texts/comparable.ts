/** A locale by whatever spelling: `pt_br` and `pt-BR` are one. */
export const comparable = (locale: string) => locale.replaceAll('_', '-').toLowerCase()
