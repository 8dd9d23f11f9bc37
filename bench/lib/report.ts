import { percentile, type Sample } from './measure.ts'

export interface Figure {
  scenario: string
  measure: string
  unit: 'ms' | 'per s' | 'MB' | 'KB' | 'bytes' | '%' | 'of 1'
  product: number
  /** What the machine gave in the same run without the product in between. */
  limit?: number
  target?: Target
}

/** Held against the ratio of product to limit, or against the product's figure itself. */
interface Target {
  of: 'ratio' | 'product'
  is: '≤' | '≥'
  value: number
}

type Measured = { product: Sample; limit: Sample }

/** Time per operation, typical and slow. A target holds for the typical one. */
export function times(scenario: string, measure: string, { product, limit }: Measured, target?: Target): Figure[] {
  return [0.5, 0.95].map((share) => ({
    scenario,
    measure: `${measure}, p${share * 100}`,
    unit: 'ms',
    product: percentile(product.milliseconds, share),
    limit: percentile(limit.milliseconds, share),
    ...(target && share === 0.5 ? { target } : {}),
  }))
}

/** Operations per second in the typical slice of time. */
export function rate(scenario: string, measure: string, { product, limit }: Measured, target?: Target): Figure {
  return {
    scenario,
    measure: `${measure}, rate`,
    unit: 'per s',
    product: percentile(product.rates, 0.5),
    limit: percentile(limit.rates, 0.5),
    ...(target ? { target } : {}),
  }
}

export const ratioOf = ({ product, limit }: Figure) => (limit === undefined ? undefined : product / limit)

/** Undefined: the figure is for orientation and has no target. */
export function isMet(figure: Figure): boolean | undefined {
  const { target, product } = figure
  if (!target) return undefined
  const value = target.of === 'product' ? product : ratioOf(figure)
  if (value === undefined) throw new Error(`${figure.scenario}: a target on the ratio needs a limit`)
  return target.is === '≤' ? value <= target.value : value >= target.value
}

const COLUMNS = ['scenario', 'measure', 'product', 'limit', 'ratio', 'target', '']
const LEFT_ALIGNED = new Set([0, 1, 6])

export function table(figures: Figure[]): string {
  const rows = [COLUMNS, ...figures.map(cells)]
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((text, column) =>
        LEFT_ALIGNED.has(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2))
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

function cells(figure: Figure): string[] {
  const { scenario, measure, unit, product, limit, target } = figure
  const ratio = ratioOf(figure)
  const met = isMet(figure)
  return [
    scenario,
    measure,
    `${short(product)} ${unit}`,
    limit === undefined ? '' : `${short(limit)} ${unit}`,
    ratio === undefined ? '' : ratio.toFixed(ratio < 0.1 ? 4 : 2),
    target ? `${target.is} ${target.value} ${target.of === 'ratio' ? '×' : unit}` : '',
    met === undefined ? '' : met ? 'ok' : 'MISSED',
  ]
}

const short = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))
