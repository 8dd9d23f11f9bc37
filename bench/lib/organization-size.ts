/** How much there is in the largest organization that the console is measured with. */
export const SIZES = {
  keys: 100_000,
  projects: 1_000,
  members: 200,
  users: 10_000,
  activity: 100_000,
  entries: 1_000_000,
  terms: 70_000,
  deliveries: 100_000,
  audit: 100_000,
  deletedKeys: 10_000,
  jobs: 1_000,
  memories: 200,
  webhooks: 100,
  apiKeys: 200,
  namespaces: 300,
  languages: 150,
  devices: 50,
}

export interface LargeOrganization {
  orgId: number
  projectId: number
  memoryId: number
  webhookId: number
}

export interface Place extends LargeOrganization {
  userId: number
}
