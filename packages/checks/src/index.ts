export { characterCount } from './characters.ts'
export { haveSameParameters, messageParameters, type Parameter, parametersIfValid, parseMessage } from './icu.ts'
