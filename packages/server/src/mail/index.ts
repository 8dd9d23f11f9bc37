export { acceptedLanguage, chosenLanguage } from './languages.ts'
export type { Letter } from './letter.ts'
export type { Grant } from './mailer.ts'
export { type MailServices, newMessage, queueMails, wishRow } from './outbox.ts'
