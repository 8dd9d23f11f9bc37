import { lazy } from 'react'
import { withOtherTexts } from '../../../text/loaded.ts'

/** For screens in front of the door: most people never see it. */
export const SecondStep = lazy(() =>
  withOtherTexts(() => import('./second-step.tsx')).then((module) => ({ default: module.SecondStep })),
)
