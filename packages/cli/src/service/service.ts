import type { Client } from '@parlance/sdk'

/** The project that a key is of, and how to speak with it. */
export interface Service {
  /** Without a slash at its end. */
  url: string
  apiKey: string
  client: Client
  projectId: number
  /** Languages that the key is restricted to; null is none. */
  localeCodes: readonly string[] | null
  /** As the history calls who did something with it. */
  apiKeyId: number
  /** Of the key, for people. */
  keyName: string
  scopes: readonly string[]
  expiresAt: string | null
  /** What every request of the project's routes needs. */
  params: { projectId: number }
  /** A client whose answers are asked about on their way. */
  clientWith(watch: Watch): Client
}

/** Headers to send along, and who looks at those that come back. */
export interface Watch {
  headers: Readonly<Record<string, string>>
  onAnswer(answer: Response): void
}
