import type { Sweep } from '../../sweeper.ts'
import { sweepDepartures } from './departure.ts'

export const identitySweeps: Sweep[] = [
  {
    async step(services) {
      await sweepDepartures(services)
    },
    trouble: 'sign-ins that were not completed could not be removed',
  },
]
