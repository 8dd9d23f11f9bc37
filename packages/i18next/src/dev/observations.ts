import type { Client } from '@parlance/sdk'
import { answerJson, readJson } from './answers.ts'
import type { Visit } from './visit.ts'

type Body = Parameters<Client['createObservations']>[0]['body']

/** Passed on as they are: the service says what is wrong with them. */
export async function passObservations({ project, request, response }: Visit): Promise<void> {
  const body = (await readJson(request)) as Body
  answerJson(response, 202, await project.client.createObservations({ body }))
}
