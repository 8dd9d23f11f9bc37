import { defineCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

const percent = (part: number, whole: number) => (whole === 0 ? 100 : Math.floor((part * 1000) / whole) / 10)

export const status = defineCommand({
  flags: {
    locale: { type: 'list', value: '<code>', completes: 'locales', summary: 'only these' },
    min: { type: 'number', value: '<percent>', max: 100, summary: 'exit 1 below that' },
    'min-reviewed': { type: 'number', value: '<percent>', max: 100, summary: 'the same of reviewed texts' },
  },
  async run({ flags, output, service }) {
    const { client, params } = await service()
    const stats = await client.getStats({ params })
    const unknown = flags.locale.filter((code) => !stats.locales.some((one) => one.code === code))
    for (const locale of unknown) {
      const message = `The project has no locale ${locale}.`
      output.problem({ exitCode: exitCodes.refused, code: 'LOCALE_NOT_FOUND', message, locale })
    }
    const asked = stats.locales.filter(({ code }) => flags.locale.length === 0 || flags.locale.includes(code))
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
