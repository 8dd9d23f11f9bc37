import assert from 'node:assert/strict'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { archive } from '../writer.ts'

test('a file that cannot be read on breaks the archive off, and the process hears of it nowhere else', async () => {
  const broken = archive([
    {
      path: 'en.json',
      async *content() {
        yield '{'
        throw new Error('the database went away')
      },
    },
  ])
  await assert.rejects(buffer(broken), /the database went away/)
})

test('an archive that nobody reads on closes the file it is at', async () => {
  const ended = Promise.withResolvers<void>()
  const left = archive([
    {
      path: 'en.json',
      async *content() {
        try {
          while (true) yield crypto.randomUUID().repeat(1_000)
        } finally {
          ended.resolve()
        }
      },
    },
  ])
  await once(left, 'readable')
  left.destroy()
  await ended.promise
})
