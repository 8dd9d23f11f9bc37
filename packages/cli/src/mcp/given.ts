type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Without what was not said: a query has only what it asks for. */
export const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
