import { lazy } from 'react'
import { withOtherTexts } from '../../../text/loaded.ts'

/** Most people never see it, and everybody who does has got in by then. */
export const OtherWays = lazy(() =>
  withOtherTexts(() => import('./other-ways.tsx')).then((module) => ({ default: module.OtherWays })),
)
