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

/** Of a route: an argument that may be left out where nothing in it is required. */
type Argument<Request> = Record<never, never> extends Request ? [request?: Request] : [request: Request]

type Methods = {
  readonly [Name in RouteName]: (...request: Argument<RequestOf<Name>>) => Promise<AnswerOf<Name>>
}

/** Routes that tell a list page by page. */
type HasPages<Name extends RouteName> = string extends keyof Query<Entries[Name]>
  ? false
  : 'cursor' extends keyof Query<Entries[Name]>
    ? true
    : false
type PagedRoute = { [Name in RouteName]: HasPages<Name> extends true ? Name : never }[RouteName]

/** As the route is called with, but for the pages, which are turned by the client. */
type ListRequest<Name extends PagedRoute> = Part<'params', Params<Entries[Name]>> & {
  query?: Omit<Query<Entries[Name]>, 'cursor' | 'limit'>
  signal?: AbortSignal | undefined
}

/** What a list has in it: the items of the one array in its answer. */
export type ItemOf<Name extends PagedRoute> = {
  [Field in keyof AnswerOf<Name>]: AnswerOf<Name>[Field] extends readonly (infer Item)[] ? Item : never
}[keyof AnswerOf<Name>]

type Pages = {
  readonly [Name in PagedRoute]: (
    ...request: Argument<ListRequest<Name>>
  ) => AsyncGenerator<ItemOf<Name>, void, undefined>
}

/** Every route by its name; lists also as what is in them, however many pages that is. */
export type Client = Methods & { readonly pages: Pages }

/** How a route is called and its answer read, where it is not simply a body of JSON, or none. */
type KindsOf<Name extends RouteName> = [
  ...(HasOneAnswer<Name> extends true
    ? Answers<Name>[keyof Answers<Name>] extends RawBody
      ? ['raw']
      : []
    : ['several']),
  ...(HasPages<Name> extends true ? ['pages'] : []),
  ...(Entries[Name] extends { method: 'POST'; effect: 'read' } ? ['reads'] : []),
]

/** What the client knows of the contract when it runs. The compiler holds it to the contract, entry by entry. */
export type RouteTable = {
  readonly [Name in RouteName]: readonly [Contract[Name]['method'], Contract[Name]['path'], ...KindsOf<Name>]
}
