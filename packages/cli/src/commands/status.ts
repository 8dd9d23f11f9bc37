import { defineCommand } from '../command.ts'
import { findFacts } from '../service/facts.ts'
import { knownLocales } from '../texts/wanted.ts'

const percent = (part: number, whole: number) => (whole === 0 ? 100 : Math.floor((part * 1000) / whole) / 10)

export const status = defineCommand({
  flags: {
    locale: { type: 'list', value: '<code>', completes: 'locales', summary: 'only these' },
    min: { type: 'number', value: '<percent>', max: 100, summary: 'exit 1 below that' },
    'min-reviewed': { type: 'number', value: '<percent>', max: 100, summary: 'the same of reviewed texts' },
  },
  async run({ flags, output, service: connected, configIfAny }) {
    const service = await connected()
    const config = await configIfAny()
    const { client, params } = service
    // What is known of the project is kept beside the configuration, for commands that do without the service.
    const [stats] = await Promise.all([client.getStats({ params }), config && findFacts(service, config)])
    const codes = stats.locales.map(({ code }) => code)
    const wanted = flags.locale.length > 0 ? knownLocales(flags.locale, { locales: codes }, output) : codes
    const asked = stats.locales.filter(({ code }) => wanted.includes(code))
    const locales = asked.map(({ code, translated, notReviewed, notTranslated }) => ({
      code,
      translated,
      notReviewed,
      notTranslated,
      percent: percent(translated + notReviewed, stats.keys),
      percentReviewed: percent(translated, stats.keys),
    }))
    for (const locale of locales) {
      const { code } = locale
      const shown = `${locale.percent.toFixed(1).padStart(5)} %  reviewed ${locale.percentReviewed.toFixed(1).padStart(5)} %`
      const isShort = locale.percent < (flags.min ?? 0) || locale.percentReviewed < (flags['min-reviewed'] ?? 0)
      if (isShort) output.answerNo()
      output.print(`${code.padEnd(12)}${isShort ? output.paint.red(shown) : shown}`)
    }
    return { keys: stats.keys, locales }
  },
})
