export { findFaultyTexts, findFaultyValues, type ReviewGate, reviewGate } from './review-gate.ts'
export { readCheckSettings, severityOf } from './settings.ts'
