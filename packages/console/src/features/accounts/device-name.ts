type Known = readonly (readonly [name: string, mark: RegExp])[]

/** The first that fits: others name those before them, too, so that pages made for those work. */
const BROWSERS: Known = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
]

const SYSTEMS: Known = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac(intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
]

const firstIn = (known: Known, userAgent: string) => known.find(([, mark]) => mark.test(userAgent))?.[0]

/** The browser and the system that a device says it is, as far as they are known. */
export function deviceOf(userAgent: string | null): { browser: string | undefined; system: string | undefined } {
  const told = userAgent ?? ''
  return { browser: firstIn(BROWSERS, told), system: firstIn(SYSTEMS, told) }
}
