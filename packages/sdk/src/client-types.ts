import type { Body, Contract, Params, Query, RawBody, Responses, RouteName } from '@parlance/contract'

type Entries = { [Name in RouteName]: Contract[Name] }
type Answers<Name extends RouteName> = Entries[Name]['responses']
type IsOne<T, All = T> = T extends unknown ? ([All] extends [T] ? true : false) : never
type HasOneAnswer<Name extends RouteName> = IsOne<keyof Answers<Name>>

/** A field of the argument: absent where the route has none, optional where nothing in it is required. */
type Part<Field extends string, T> = [keyof T] extends [never]
  ? unknown
  : string extends keyof T
    ? unknown
    : Record<never, never> extends T
      ? { [F in Field]?: T }
      : { [F in Field]: T }

/** Also where every field of it may be left out, a body is sent. */
type BodyPart<T> = [T] extends [undefined] ? unknown : { body: T }

/** What a route is called with. */
export type RequestOf<Name extends RouteName> = Part<'params', Params<Entries[Name]>> &
  Part<'query', Query<Entries[Name]>> &
  BodyPart<Body<Entries[Name]>> & { signal?: AbortSignal | undefined }

/** What a route resolves to: its body; where there are several answers, which one it is; of a file, the response. */
export type AnswerOf<Name extends RouteName> =
  HasOneAnswer<Name> extends true
    ? Answers<Name>[keyof Answers<Name>] extends RawBody
      ? Response
      : Responses<Entries[Name]>['body']
    : Responses<Entries[Name]>

/** Every route by its name. */
export type Client = {
  readonly [Name in RouteName]: (
    ...request: Record<never, never> extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>]
  ) => Promise<AnswerOf<Name>>
}

/** How an answer is read, where it is not simply a body of JSON, or none. */
type KindOf<Name extends RouteName> =
  HasOneAnswer<Name> extends true ? (Answers<Name>[keyof Answers<Name>] extends RawBody ? ['raw'] : []) : ['several']

/** What the client knows of the contract when it runs. The compiler holds it to the contract, entry by entry. */
export type RouteTable = {
  readonly [Name in RouteName]: readonly [Contract[Name]['method'], Contract[Name]['path'], ...KindOf<Name>]
}
