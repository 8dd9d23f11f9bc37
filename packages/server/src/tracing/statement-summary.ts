/** Of texts that are put together anew each time no more are kept. */
const KEPT = 2_000

const summaries = new Map<string, string>()

/** What a statement does, and to which table: `UPDATE deliveries`. It has no values, as the text has none. */
export function summaryOf(text: string): string {
  const known = summaries.get(text)
  if (known !== undefined) return known
  const summary = summarize(text)
  if (summaries.size < KEPT) summaries.set(text, summary)
  return summary
}

// What is written counts for more than what is read for it. `for update of` and `do update` change nothing by themselves.
const WRITE = /\b(insert into|delete from|(?<!for |for no key |do )update)\s+(?!skip|nowait|set\b)([a-z_]+)/i
const READ = /\bfrom\s+(?!unnest|generate_series)([a-z_]+)/i
const CALL = /^\s*select\s+(?:\*\s+from\s+)?([a-z_]+)\s*\(/i

function summarize(text: string): string {
  const [, write, written] = WRITE.exec(text) ?? []
  if (write !== undefined) return `${write.split(' ')[0]?.toUpperCase()} ${written}`
  const [, called] = CALL.exec(text) ?? []
  const [, read] = READ.exec(text) ?? []
  if (/^\s*(select|with)\b/i.test(text)) return ['SELECT', read ?? called].filter(Boolean).join(' ')
  return /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT'
}
