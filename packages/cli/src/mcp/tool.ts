import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Service } from '../service/service.ts'

/** What a tool is called with beside its arguments. */
export interface Call {
  service: Service
  /** Ends what only reads when nobody waits for it any more. What writes goes on, and says what it did. */
  signal: AbortSignal
}

export type Scope = 'translations:read' | 'translations:write' | 'translations:review'

export interface Tool<Input extends z.ZodObject = z.ZodObject, Result extends z.ZodObject = z.ZodObject> {
  name: string
  title: string
  /** For whoever chooses among tools: what it does, and what to know beforehand. */
  description: string
  /** What the routes behind it ask of a key. One without is not offered the tool. */
  scopes: readonly Scope[]
  writes: boolean
  input: Input
  result: Result
  run(args: z.output<Input>, call: Call): Promise<z.input<Result>>
}

/** Of what is listed as one of many, the types of the arguments are nobody's business but its own. */
export type ListedTool = Omit<Tool, 'run'> & { run(args: unknown, call: Call): Promise<object> }

export const defineTool = <Input extends z.ZodObject, Result extends z.ZodObject>(
  tool: Tool<Input, Result>,
): ListedTool => tool as unknown as ListedTool

/**
 * Texts are replaced by writes, though their history keeps them. The same call twice does nothing more the second time:
 * what is as it should be is left alone, and what was taken back cannot be taken back again.
 */
export const annotationsOf = ({ title, writes }: ListedTool): ToolAnnotations => ({
  title,
  readOnlyHint: !writes,
  destructiveHint: writes,
  idempotentHint: true,
  openWorldHint: false,
})
