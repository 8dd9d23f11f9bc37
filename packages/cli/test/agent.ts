import assert from 'node:assert/strict'
import { after } from 'node:test'
import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { folderWith } from './program.ts'

/** What a tool that refuses says. */
interface Refusal {
  code: string
  message: string
  status: number | null
  field: string | null
  requiredPermission: string | null
  advice: string | null
}

/** An agent that speaks with the program as it is installed, by the client of the protocol's own makers. */
export async function agentWith(
  env: Record<string, string>,
  flags: readonly string[] = [],
  { under, options }: { under?: string | undefined; options?: ClientOptions } = {},
) {
  const { command, args, ...where } = folderWith({}, env, under).commandOf(['mcp', ...flags])
  const transport = new StdioClientTransport({ command, args, ...where, stderr: 'pipe' })
  let log = ''
  transport.stderr?.on('data', (chunk) => {
    log += chunk
  })
  const client = new Client({ name: 'tests', version: '1.0.0' }, options)
  await client.connect(transport)
  after(() => client.close())
  const call = (name: string, given: object = {}) => client.callTool({ name, arguments: { ...given } })
  return {
    client,
    transport,
    log: () => log,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call,
    /** What a tool answers, which says the same as text. */
    async ask<Result>(name: string, given?: object): Promise<Result> {
      const { isError, structuredContent, content } = await call(name, given)
      const text = textOf(content)
      assert.ok(!isError, text)
      assert.deepEqual(JSON.parse(text), structuredContent)
      return structuredContent as Result
    },
    /** Why it does not do it. */
    async refused(name: string, given?: object): Promise<Refusal> {
      const { isError, content } = await call(name, given)
      assert.ok(isError, `${name} was not refused: ${textOf(content)}`)
      return (JSON.parse(textOf(content)) as { error: Refusal }).error
    },
  }
}

function textOf(content: readonly { type: string; text?: string }[]): string {
  assert.equal(content.length, 1)
  return content[0]?.text ?? ''
}
