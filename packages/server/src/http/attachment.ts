import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

interface Attachment {
  /** Characters that a quoted header can hold. */
  filename: string
  type: string
  content: Readable
}

/** Sends a file as it is made. Resolves to whether its reader took all of it. */
export async function sendAttachment(reply: FastifyReply, { filename, type, content }: Attachment): Promise<boolean> {
  reply.header('content-disposition', `attachment; filename="${filename}"`).header('content-type', type)
  return sendStream(reply, content)
}

/** Sends what comes, at the pace of its reader, who is told of a failure in the middle by a connection that breaks off. */
export async function sendStream(reply: FastifyReply, content: Readable): Promise<boolean> {
  const { raw } = reply
  const isTaken = new Promise<boolean>((resolve) => {
    // Whoever asks with HEAD takes nothing but the head.
    raw.once('finish', () => resolve(reply.request.method !== 'HEAD'))
    raw.once('close', () => resolve(false))
    // Gone while the content was made ready: `close` has been told already, and is told once.
    if (raw.destroyed) resolve(false)
  })
  reply.send(content)
  try {
    return await isTaken
  } finally {
    content.destroy()
  }
}
