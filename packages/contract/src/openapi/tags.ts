/** The chapters of the document, in the order in which one meets them. */
export const tags = [
  {
    name: 'Keys',
    description:
      'A key stands for one text of the software; it has a name, which is unique in its namespace, and a value in each language. Deleted keys can be restored.',
  },
  {
    name: 'Translations',
    description:
      'Values are written one by one or many at once, with a review status. `expectedUpdatedAt` keeps two people from writing over each other.',
  },
  {
    name: 'Batch',
    description:
      'The same done to up to 10,000 keys. One bad key does not spoil the others: it is told in `errors`, and the rest is done.',
  },
  {
    name: 'Import',
    description:
      'Files come in through two doors. People validate, look at conflicts, and commit. Builds validate and commit texts as JSON, with an API key. Both are all or nothing.',
  },
  {
    name: 'Export',
    description:
      'Values as files of any format, or as JSON for builds. `X-Parlance-Warnings` counts what a file cannot say as the project does.',
  },
  { name: 'Formats', description: 'The kinds of files that are read and written.' },
  {
    name: 'Stream',
    description:
      'What changes in a project, told at once as server-sent events. A reader that comes back with the last id it saw misses nothing of the last 24 hours. The page on events tells what each event carries.',
  },
  {
    name: 'Webhooks',
    description:
      'Events sent to an address of yours, signed with the secret of the webhook. What fails is tried again for over an hour; after ten failures in a row the webhook is switched off.',
  },
  {
    name: 'CDN publishing',
    description:
      'The files of a project, built in the background and switched as a whole: a reader never sees half of one deploy and half of another. Anybody may read what is published.',
  },
  {
    name: 'Translation memories',
    description:
      'Segments that were translated before, found again by similar source texts. They belong to an organization and are assigned to projects; TMX goes in and out.',
  },
  {
    name: 'Glossary',
    description:
      'The terms of an organization, each with its translations, and which words must not be used. CSV, JSON and TBX go in and out.',
  },
  {
    name: 'Machine translation',
    description: 'Keys translated by whatever provider this instance is set up with, in jobs in the background.',
  },
  {
    name: 'Checks',
    description:
      'What is wrong with values: broken messages, lost placeholders, forbidden terms. A project decides how bad each finding is; people set aside what is right as it is.',
  },
  { name: 'Comments', description: 'What people say about keys and their values.' },
  {
    name: 'Context',
    description: 'Where running applications have shown keys, so that translators know what a text is for.',
  },
  {
    name: 'Activity',
    description:
      'Every change of a project, with who made it and what was there before. Whole ranges of changes can be taken back.',
  },
  {
    name: 'Deployments',
    description:
      'Code that runs somewhere says which keys it uses and what it gives to them; so one can ask beforehand what another source text would break.',
  },
  { name: 'Projects', description: 'Projects with their languages, namespaces, API keys and statistics.' },
  { name: 'Organizations', description: 'Who works together: members, their roles, and the languages they may see.' },
  { name: 'Audit', description: 'Who came into an organization, and who changed what others may do.' },
  { name: 'Accounts', description: 'Signing in and out, invitations, passwords, sessions and preferences.' },
  { name: 'Instance', description: 'This installation as a whole, and the accounts on it.' },
  { name: 'Operation', description: 'What whoever runs the service asks it: its health and its metrics.' },
]
