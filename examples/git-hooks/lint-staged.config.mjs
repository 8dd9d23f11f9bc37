// Functions, so that the program is given no names of files: a text is right or wrong beside those of other files.
export default {
  'locales/**': () => ['parlance check --local', 'parlance types --from files --check'],
  '{locales/**,src/**/*.{ts,tsx}}': () => 'parlance scan --from files --fail-on missing',
}
