import { contract } from '@parlance/contract'
import { validator } from '../http/validation.ts'
import { asciiDomain, type ProviderConfig } from './config.ts'

/** The longest that the standard allows, and room for those who do not keep to it. */
const LONGEST_SUBJECT = 512
const { email: Email, name: Name } = contract.register.body.properties

/** Somebody as the identity provider tells of them. */
export interface Person {
  issuer: string
  /** What never changes about them there. */
  subject: string
  /** Undefined where the provider tells none, or none that could be an address here. */
  email: string | undefined
  /** Whether the provider has verified the address; undefined where it does not say. */
  isVerified: boolean | undefined
  name: string | undefined
}

type Claims = Readonly<Record<string, unknown>>

/**
 * What claims come to. The address and what is said about it are taken from one place: of two that tell an address each, what one
 * of them has verified says nothing about the other's.
 */
export function personOf(issuer: string, subject: string, places: readonly Claims[]): Person | undefined {
  if (subject === '' || subject.length > LONGEST_SUBJECT || !isText(subject)) return undefined
  const place = places.find(({ email }) => typeof email === 'string')
  const email = place?.['email']
  const isEmail = validator(Email)(email)
  const names = places.flatMap(({ name, preferred_username: username }) => [name, username])
  return {
    issuer,
    subject,
    email: isEmail ? (email as string) : undefined,
    isVerified: verification(place?.['email_verified']),
    name: names.map((name) => (typeof name === 'string' ? name.trim() : name)).find(isName),
  }
}

/** Some providers send it as a text. What is neither is no yes. */
function verification(told: unknown): boolean | undefined {
  if (told === undefined || told === null) return undefined
  return told === true || told === 'true'
}

const isText = (text: string) => text.isWellFormed() && !text.includes('\0')
const isName = (name: unknown): name is string => validator(Name)(name)

/** Whether the provider stands for the address, by what it says or by what its operator says of it. */
export const isVouchedFor = ({ isVerified }: Person, { trustsAddresses }: Pick<ProviderConfig, 'trustsAddresses'>) =>
  isVerified ?? trustsAddresses

/** Whether the operator lets in whoever has such an address. A domain is itself alone, and none of those below it. */
export function isAdmitted(email: string, { admits }: Pick<ProviderConfig, 'admits'>): boolean {
  if (admits === 'everybody') return true
  const [, domain = ''] = /^[^@]+@([^@]+)$/.exec(email) ?? []
  const ascii = asciiDomain(domain)
  return ascii !== undefined && admits.includes(ascii)
}
