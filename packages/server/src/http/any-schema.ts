/** A schema of the contract, as far as the service looks into it by itself. */
export interface AnySchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, AnySchema>
  required?: string[]
  items?: AnySchema
  additionalProperties?: AnySchema
  propertyNames?: AnySchema
  anyOf?: AnySchema[]
  minLength?: number
  maxLength?: number
  minProperties?: number
  /** What else to say to whoever sent something wrong. */
  'x-advice'?: string
  'x-short'?: 'FIELD_REQUIRED' | 'FIELD_TOO_SHORT'
  'x-wide'?: true
  /** Its failures are told as its own, and not of the place within it. */
  'x-whole'?: true
}

/** From the body, or the query, to a field. */
export type Path = (string | number)[]
