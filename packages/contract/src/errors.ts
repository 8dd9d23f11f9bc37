/**
 * Every way the service refuses, by situation. A situation is thrown by name (`fault('keyExists')`), and this is the
 * only place that knows its status, code and standard sentence.
 *
 * Shapes of the body: `code` and `message`; without `code`, exactly `{ message }`; a 422 has `code` and `meta`, never a
 * message: what to do about each field stands in `errors`.
 */
export type ErrorShape = {
  code?: string
  message?: string
  /** The sentence is followed by what was found in this very case. */
  isDetailed?: true
} & (Lasting | Passing)

interface Lasting {
  status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 414 | 422 | 431 | 500 | 502
  retryAfter?: never
}

/** What passes by itself also says after how many seconds to ask again, unless the case at hand knows better. */
interface Passing {
  status: 429 | 503
  retryAfter: number
}

export const errors = {
  // Who is asking
  authenticationRequired: {
    status: 401,
    code: 'AUTHENTICATION_REQUIRED',
    message: 'Sign in, or send an API key as a bearer token.',
  },
  personRequired: {
    status: 401,
    code: 'AUTHENTICATION_REQUIRED',
    message: 'This API key is fine, but the route is for people: sign in and send the cookie of the session instead.',
  },
  apiKeyRequired: { status: 401, code: 'UNAUTHORIZED', message: 'API key authentication is required here.' },
  invalidCredentials: { status: 401, code: 'INVALID_CREDENTIALS', message: 'The email or the password is wrong.' },
  secondFactorRequired: {
    status: 401,
    code: 'SECOND_FACTOR_REQUIRED',
    message:
      'That was right, and the account has a second factor: complete the sign-in with a code and the `token` in `meta`.',
  },
  secondStepOver: {
    status: 401,
    code: 'SECOND_STEP_OVER',
    message: 'This sign-in has waited too long, or was completed. Begin it again.',
  },
  wrongCode: { status: 401, code: 'INVALID_CODE', message: 'The code is wrong, has run out, or was used before.' },
  wrongPasskey: {
    status: 401,
    code: 'INVALID_PASSKEY',
    message: 'This passkey opens nothing here, or its answer is not right or too old.',
  },
  metricsTokenRequired: {
    status: 401,
    code: 'AUTHENTICATION_REQUIRED',
    message: 'Metrics are open on the machine itself; elsewhere send METRICS_TOKEN as a bearer token.',
  },
  importSessionExpired: {
    status: 401,
    code: 'IMPORT_SESSION_EXPIRED',
    message: 'This validation is too old. Validate the files again.',
  },

  // May they
  missingPermission: { status: 403, code: 'FORBIDDEN', message: 'Your role or key does not allow this.' },
  confirmationRequired: {
    status: 403,
    code: 'CONFIRMATION_REQUIRED',
    message: 'Confirm first that it is you, with your password, a code or a passkey.',
  },
  apiKeyOnOrganization: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'API keys cannot use organization-scoped routes.',
  },
  otherProjectsKey: { status: 403, code: 'FORBIDDEN', message: 'This API key belongs to another project.' },
  crossOrigin: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'A write from another origin needs the X-CSRF-Token of its session.',
  },
  foreignHost: {
    status: 403,
    code: 'FORBIDDEN',
    message:
      'A session writes only at the address of PUBLIC_URL or on this machine itself. Set PUBLIC_URL to the address that people use.',
  },
  wrongCsrfToken: { status: 403, code: 'FORBIDDEN', message: 'The X-CSRF-Token does not belong to this session.' },
  localeForbidden: { status: 403, code: 'FORBIDDEN', message: 'You have no access to this locale.' },
  restrictedToLocales: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'Members restricted to some languages cannot do this: it touches all of them.',
  },
  mailOff: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'This service sends no mail. Ask an administrator of your organization for a reset link.',
  },
  importSessionMismatch: {
    status: 403,
    code: 'IMPORT_SESSION_MISMATCH',
    message: 'This validation belongs to another project or user.',
  },
  registrationClosed: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'Registration is closed. Ask an administrator for an invitation.',
  },
  organizationsClosed: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'Only an instance administrator creates organizations here.',
  },
  invitedSomebodyElse: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'This invitation is for another address. Sign in with the account it was made for.',
  },
  inviterMayNot: {
    status: 403,
    code: 'FORBIDDEN',
    message:
      'Whoever sent this invitation cannot let you in. If you have an account, sign in and try again; otherwise ask an administrator for another invitation.',
  },
  ownPassword: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'Change your own password with the one you have. If you do not know it, ask another manager for a link.',
  },
  higherRole: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'This person holds a higher role than you: ask somebody of that role, or of a higher one.',
  },
  memberElsewhere: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'This person is a member of other organizations, too: only an instance administrator resets the password.',
  },
  instanceAdminOnly: { status: 403, code: 'FORBIDDEN', message: 'Only the instance administrator sets plan limits.' },
  administratorsOnly: { status: 403, code: 'FORBIDDEN', message: 'Only an administrator of the instance may do this.' },
  ownerOnly: { status: 403, code: 'FORBIDDEN', message: 'Only an owner closes an organization.' },
  grantNotHeld: { status: 403, code: 'FORBIDDEN', message: 'An API key can hold only what its creator holds.' },
  readOnly: {
    status: 403,
    code: 'READ_ONLY_MODE',
    message: 'The organization is over its plan limits and can only be read until keys are deleted or the limit rises.',
  },
  limitExceeded: { status: 403, code: 'LIMIT_EXCEEDED', message: 'The plan does not allow more keys.' },
  quotaExceeded: {
    status: 403,
    code: 'LIMIT_EXCEEDED',
    message: 'There are as many of these as this instance allows. Remove some, or ask who runs it for more.',
  },

  charactersSpent: {
    status: 403,
    code: 'LIMIT_EXCEEDED',
    message: 'The characters that the organization may have translated by machine this month are used up.',
  },
  passwordsOff: {
    status: 403,
    code: 'PASSWORDS_OFF',
    message: 'Passwords let nobody in here but administrators of the instance: sign in with the identity provider.',
  },
  addressUnverified: {
    status: 403,
    code: 'ADDRESS_UNVERIFIED',
    message: 'The identity provider vouches for no email address of yours, so no account can be made for it.',
  },
  notAdmitted: {
    status: 403,
    code: 'NOT_ADMITTED',
    message: 'You have no account here, and nobody with this address gets one by signing in. Ask for an invitation.',
  },
  accountDeactivated: {
    status: 403,
    code: 'ACCOUNT_DEACTIVATED',
    message: 'This account is deactivated. Ask an administrator of the instance.',
  },
  noAccountsYet: {
    status: 403,
    code: 'NO_ACCOUNTS_YET',
    message: 'The first account is made with a password: it is the way in when the identity provider is away.',
  },

  // Is it there
  routeNotFound: { status: 404, code: 'NOT_FOUND', message: 'There is no such route.' },
  notFound: { status: 404, code: 'NOT_FOUND', message: 'Not found.' },
  providerOff: { status: 404, code: 'NOT_FOUND', message: 'No identity provider is set up here.' },
  projectNotFound: { status: 404, code: 'PROJECT_NOT_FOUND', message: 'There is no such project.' },
  namespaceNotFound: { status: 404, code: 'NAMESPACE_NOT_FOUND', message: 'There is no such namespace.' },
  valueKeyNotFound: { status: 404, code: 'TRANSLATION_KEY_NOT_FOUND', message: 'There is no such key.' },
  keyNotFound: { status: 404, message: 'Key not found' },
  webhookNotFound: { status: 404, code: 'WEBHOOK_NOT_FOUND', message: 'There is no such webhook.' },
  deliveryNotFound: { status: 404, code: 'WEBHOOK_DELIVERY_NOT_FOUND', message: 'There is no such delivery.' },
  glossaryNotFound: { status: 404, message: 'Glossary not found' },
  termNotFound: { status: 404, message: 'Term not found' },
  termTranslationNotFound: { status: 404, message: 'Translation not found' },
  entryNotFound: { status: 404, code: 'NOT_FOUND', message: 'There is no such entry.' },
  jobNotFound: { status: 404, code: 'NOT_FOUND', message: 'There is no such job.' },
  deployNotFound: { status: 404, code: 'NOT_FOUND', message: 'There is no such deploy, or it is no longer kept.' },
  commentNotFound: { status: 404, code: 'NOT_FOUND', message: 'There is no such comment.' },
  issueNotFound: { status: 404, code: 'NOT_FOUND', message: 'There is no such issue, or nobody has ignored it.' },

  // Does it fit the state of things
  invalidInput: { status: 400, code: 'INVALID_INPUT', message: 'The request cannot be understood.' },
  bodyMissing: { status: 400, code: 'INVALID_INPUT', message: 'This route needs a body: an object in JSON.' },
  bodyNotJson: { status: 400, code: 'INVALID_INPUT', message: 'The body is no JSON:', isDetailed: true },
  bodyOfOtherType: {
    status: 400,
    code: 'INVALID_INPUT',
    message: 'Send the body as JSON, with the header `Content-Type: application/json`.',
    isDetailed: true,
  },
  severalHosts: { status: 400, code: 'INVALID_INPUT', message: 'A request names its host once.' },
  invalidCursor: { status: 400, code: 'INVALID_INPUT', message: 'This cursor was not issued by this endpoint.' },
  localeUnknown: { status: 400, code: 'INVALID_INPUT', message: 'The organization has no such locale.' },
  tbxUnreadable: { status: 400, code: 'VALIDATION_ERROR', message: 'The content cannot be read as TBX.' },
  webhookUrlNotAllowed: {
    status: 400,
    code: 'WEBHOOK_URL_NOT_ALLOWED',
    message: 'Webhooks go to public addresses over http or https, without credentials in the address.',
  },
  retryNotAllowed: {
    status: 400,
    code: 'WEBHOOK_RETRY_NOT_ALLOWED',
    message: 'Only a delivery that failed can be tried again.',
  },
  mentionsStranger: {
    status: 400,
    code: 'INVALID_INPUT',
    message: 'Only members of the organization can be mentioned.',
  },
  memberJoined: { status: 400, code: 'INVALID_INPUT', message: 'This person has joined and needs no invitation.' },
  memberNotJoined: {
    status: 400,
    code: 'INVALID_INPUT',
    message: 'This person has not joined yet and has no password. Renew the invitation instead.',
  },
  memberDeactivated: {
    status: 400,
    code: 'INVALID_INPUT',
    message: 'The account of this person is deactivated: no password opens it.',
  },
  memberSignsInElsewhere: {
    status: 400,
    code: 'NO_PASSWORD',
    message: 'This person signs in with the identity provider and has no password that could be reset.',
  },
  passwordUseless: {
    status: 400,
    code: 'PASSWORDS_OFF',
    message: 'Passwords let nobody in here but administrators of the instance.',
  },
  signInOver: {
    status: 400,
    code: 'SIGN_IN_OVER',
    message: 'This sign-in was completed, has waited too long, or was begun in another browser. Begin it again.',
  },
  signInCancelled: {
    status: 400,
    code: 'SIGN_IN_CANCELLED',
    message: 'The identity provider was told not to let you in, or does not.',
  },
  onlyWayIn: {
    status: 400,
    code: 'ONLY_WAY_IN',
    message: 'Nothing else lets you in: this account has no password.',
  },
  lastOwner: {
    status: 400,
    code: 'INVALID_INPUT',
    message: 'An organization needs at least one owner who may see all languages.',
  },
  enrolmentOver: {
    status: 400,
    code: 'INVALID_INPUT',
    message: 'No second factor is being set up, or that has taken too long. Begin again.',
  },
  passkeysUnavailable: {
    status: 400,
    code: 'PASSKEYS_UNAVAILABLE',
    message:
      'Browsers take passkeys over https and under a name, or at localhost. Set PUBLIC_URL to such an address, and use it.',
  },
  passkeyNotTaken: {
    status: 400,
    code: 'INVALID_INPUT',
    message: 'The answer of the passkey is not right, or too old. Begin again.',
  },
  lastAdministrator: {
    status: 400,
    code: 'INVALID_INPUT',
    message: 'An instance needs at least one administrator who can sign in.',
  },
  sourceLocaleStays: { status: 400, code: 'INVALID_INPUT', message: 'The source locale cannot be removed.' },
  sourceIsTarget: {
    status: 400,
    code: 'INVALID_INPUT',
    message: 'A text cannot be translated into its own language.',
  },
  deployNotCompleted: {
    status: 400,
    code: 'INVALID_INPUT',
    message: 'Only a deploy that was completed can be published again.',
  },
  defaultNamespaceStays: { status: 400, code: 'INVALID_INPUT', message: 'The default namespace cannot be deleted.' },
  keyExists: {
    status: 400,
    code: 'TRANSLATION_KEY_ALREADY_EXISTS',
    message: 'A key of this name exists in the namespace.',
  },
  localeNotEnabled: { status: 400, code: 'LOCALE_NOT_ENABLED', message: 'The locale is not on this project.' },
  namespaceElsewhere: {
    status: 400,
    code: 'VALIDATION_ERROR',
    message: 'The namespace belongs to another project.',
  },
  noDefaultNamespace: { status: 400, message: 'The project has no default namespace' },
  limitUnderValue: {
    status: 400,
    code: 'VALIDATION_ERROR',
    message: 'The character limit is shorter than a value of the key.',
  },
  valueTooLong: { status: 400, code: 'VALIDATION_ERROR', message: "The value is longer than the key's limit." },
  fileTypeNotAllowed: {
    status: 400,
    code: 'FILE_TYPE_NOT_ALLOWED',
    message: 'Files are JSON or ZIP, sent as Base64.',
  },
  invalidFileStructure: {
    status: 400,
    code: 'INVALID_FILE_STRUCTURE',
    message: 'The content is no valid Base64, is not of the size it is said to have, or cannot be read.',
  },
  tooManyFilesInZip: { status: 400, code: 'TOO_MANY_KEYS', message: 'An archive has at most 500 files.' },
  zipBomb: {
    status: 400,
    code: 'ZIP_BOMB_DETECTED',
    message: 'The archive expands to more than a hundred times its size, or to more than it says.',
  },
  severalWritable: { status: 400, code: 'INVALID_INPUT', message: 'A project writes into one memory at most.' },
  memoryTwice: { status: 400, code: 'INVALID_INPUT', message: 'A memory can be assigned to a project only once.' },
  memoryNotAssignable: {
    status: 400,
    code: 'INVALID_INPUT',
    message: "Only memories of the organization in the project's source language can be assigned.",
  },
  tmxUnreadable: {
    status: 400,
    code: 'VALIDATION_ERROR',
    message: 'The TMX file cannot be read:',
    isDetailed: true,
  },
  tmxTooManyUnits: {
    status: 400,
    code: 'VALIDATION_ERROR',
    message: 'A TMX file may hold at most 50,000 translation units.',
  },
  tmxOtherSource: {
    status: 400,
    code: 'VALIDATION_ERROR',
    message: "The source language of the file is not the memory's. Map it, if it means the same.",
  },
  emailTaken: { status: 409, code: 'EMAIL_TAKEN', message: 'An account with this email exists.' },
  accountExists: {
    status: 409,
    code: 'EMAIL_TAKEN',
    message: 'An account with this email exists. Sign in with it, then accept the invitation.',
  },
  addressTaken: {
    status: 409,
    code: 'EMAIL_TAKEN',
    message:
      'An account with this email exists, and the identity provider does not open it. Sign in as before, then link it in your account.',
  },
  identityTaken: {
    status: 409,
    code: 'IDENTITY_TAKEN',
    message: 'You are known to the identity provider as somebody who has another account here.',
  },
  identityLinked: {
    status: 409,
    code: 'IDENTITY_LINKED',
    message: 'Your account is linked to the identity provider already. Unlink that first.',
  },
  keyNameTaken: {
    status: 409,
    code: 'VALIDATION_ERROR',
    message: 'A key of this name exists in the namespace.',
  },
  memberExists: { status: 409, code: 'VALIDATION_ERROR', message: 'This person is a member already.' },
  namespaceExists: { status: 409, code: 'VALIDATION_ERROR', message: 'A namespace of this name exists.' },
  valueChanged: {
    status: 409,
    code: 'VALUE_CHANGED',
    message: 'The value is no longer the one you saw. Nothing was written: `meta` tells what is there now.',
  },
  qaErrors: {
    status: 409,
    code: 'QA_ERRORS',
    message:
      'The checks find errors in this text, and this project calls no such text translated. Mend or ignore them, or send another status.',
  },
  idempotencyMismatch: {
    status: 409,
    code: 'IDEMPOTENCY_MISMATCH',
    message: 'This idempotencyKey came with another body before. Use a key of its own for each import.',
  },
  transactionConflict: {
    status: 409,
    code: 'TRANSACTION_CONFLICT',
    message: 'Another write was in the way. Nothing was changed: try again.',
  },

  // Is it well-formed
  fieldRequired: { status: 422, code: 'FIELD_REQUIRED' },
  fieldTooLong: { status: 422, code: 'FIELD_TOO_LONG' },
  fieldTooShort: { status: 422, code: 'FIELD_TOO_SHORT' },
  validationError: { status: 422, code: 'VALIDATION_ERROR' },
  /** None of the fields of a route that asks for at least one. The only 422 without `meta`. */
  nothingSent: { status: 422, code: 'VALIDATION_ERROR' },
  bodyTooLarge: { status: 413, code: 'FILE_TOO_LARGE', message: 'The request body is over the limit of this route.' },
  csvBodyTooLarge: { status: 413, code: 'UNKNOWN', message: 'The request body is over 1 MiB.' },
  fileTooLarge: {
    status: 413,
    code: 'FILE_TOO_LARGE',
    message: 'A file, or what an archive expands to, is too large.',
  },
  urlTooLong: { status: 414, code: 'INVALID_INPUT', message: 'The address is too long.' },
  headersTooLarge: { status: 431, code: 'INVALID_INPUT', message: 'The request headers are too large.' },
  requestTimeout: { status: 408, code: 'INVALID_INPUT', message: 'The request did not arrive in time.' },

  // Is there room, and does everything work
  tooManyRequests: {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many requests. Wait a moment.',
    retryAfter: 1,
  },
  tooManyLogins: {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many failed attempts. Wait a quarter of an hour.',
    retryAfter: 900,
  },
  tooManyCodes: {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many wrong codes. Wait, or use a recovery code or a passkey.',
    retryAfter: 900,
  },
  tooManyStreams: {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many streams are open.',
    retryAfter: 30,
  },
  tooManyImports: {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many imports. Wait a few seconds.',
    retryAfter: 3,
  },
  tooManyDeploys: {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many deploys of this project. Wait a few minutes.',
    retryAfter: 600,
  },
  tooManyResets: {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many reset links were asked for from here. Wait an hour.',
    retryAfter: 3600,
  },
  passwordsBusy: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many passwords wait to be checked. Try again shortly.',
    retryAfter: 2,
  },
  tooManySearches: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many searches are waiting. Try again shortly.',
    retryAfter: 2,
  },
  tooManyBodies: {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many large requests of yours are under way. Send one after the other.',
    retryAfter: 10,
  },
  busyWithBodies: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'As many large requests are under way as the service can take in. Try again shortly.',
    retryAfter: 10,
  },
  tooManyDownloads: {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many downloads of yours are under way. Read one to its end first.',
    retryAfter: 5,
  },
  busyWithDownloads: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'As many downloads are under way as the service can serve. Try again shortly.',
    retryAfter: 5,
  },
  unavailable: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database does not answer at the moment. Try again shortly.',
    retryAfter: 5,
  },
  cannotWrite: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database answers, but cannot write.',
    retryAfter: 10,
  },
  providerFailed: {
    status: 502,
    code: 'PROVIDER_ERROR',
    message: 'The translation provider cannot be reached, or gives no usable answer.',
  },
  identityProviderFailed: {
    status: 502,
    code: 'PROVIDER_ERROR',
    message: 'The identity provider cannot be reached, or gives no usable answer.',
  },
  bucketFailed: {
    status: 502,
    code: 'PROVIDER_ERROR',
    message: 'The bucket does not take the files. What was published stays.',
  },
  internal: { status: 500, code: 'INTERNAL_ERROR', message: 'Something went wrong inside.' },
} as const satisfies Record<string, ErrorShape>

export type Situation = keyof typeof errors
