/** The path of a page, the same for all pages of a kind: what is different from one to the next becomes `:id`. */
export const screenGroupOf = (path: string) =>
  path
    .split('/')
    .map((part) => (isIdentifier(part) ? ':id' : part))
    .join('/')

const NUMBER = /^\d+$/
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const HEXADECIMAL = /^(?=.*\d)[\da-f]{8,}$/i
/** Made by a machine, with or without a word before it: `cus_9sK2mPq`, `order-10023`, `V1StGXR8_Z5jdHi6B-myT`. */
const WITH_PREFIX = /^[a-z]+[_-](?=.*\d)(?=.*[A-Z\d])[\dA-Za-z]{4,}$/
const RANDOM = /^(?=.*\d)(?=.*[A-Z])[\w-]{10,}$/
const LONG = /^(?=.*\d.*\d.*\d)[\w-]{20,}$/

const isIdentifier = (part: string) =>
  [NUMBER, UUID, HEXADECIMAL, WITH_PREFIX, RANDOM, LONG].some((kind) => kind.test(part))
