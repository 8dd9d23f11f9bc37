import { createObservations } from './create-observations.ts'
import { getKeyContext } from './get-key-context.ts'

export const contextEndpoints = [getKeyContext, createObservations]
