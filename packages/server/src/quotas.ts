interface Quota {
  /** The setting. */
  variable: string
  standard: number
}

/**
 * How many of each there may be, beyond which more is refused with LIMIT_EXCEEDED: what costs everybody room or time, and
 * that one tenant could make without end. `http/quota.ts` refuses.
 */
export const quotaSettings = {
  /** Founded by a user, and not closed. */
  organizations: { variable: 'ORGANIZATIONS_PER_USER', standard: 100 },
  /** Of a project: each write is told to all of them. */
  webhooks: { variable: 'WEBHOOKS_PER_PROJECT', standard: 100 },
  /** Of a project, not revoked. */
  apiKeys: { variable: 'API_KEYS_PER_PROJECT', standard: 200 },
  /** Of an organization, not accepted yet. */
  invitations: { variable: 'INVITATIONS_PER_ORGANIZATION', standard: 1_000 },
  /** Of a project, waiting or running. */
  translationJobs: { variable: 'TRANSLATION_JOBS_PER_PROJECT', standard: 1_000 },
  /** The texts of a user's imports that are validated and can still be committed. */
  importBytes: { variable: 'IMPORT_BYTES_PER_USER', standard: 2 ** 30 },
  /** Of an organization. */
  memories: { variable: 'MEMORIES_PER_ORGANIZATION', standard: 1_000 },
  /** Of the glossary of an organization. */
  terms: { variable: 'TERMS_PER_ORGANIZATION', standard: 500_000 },
  /** Of a project: a change of a source text is compared with all of them. */
  deployments: { variable: 'DEPLOYMENTS_PER_PROJECT', standard: 100 },
  /** Of a key, in all of its languages. */
  comments: { variable: 'COMMENTS_PER_KEY', standard: 1_000 },
} as const satisfies Record<string, Quota>

export type Quotas = Record<keyof typeof quotaSettings, number>
