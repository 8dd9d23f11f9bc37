/** What `texts-in-parts.ts` makes of a file of texts. */
declare module '*.json?first' {
  const texts: Partial<import('./text.ts').Texts>
  export default texts
}

declare module '*.json?rest' {
  const texts: Partial<import('./text.ts').Texts>
  export default texts
}
