import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import packageJson from '../../package.json' with { type: 'json' }
import type { Config, TracingConfig } from '../config.ts'
import { sqlState } from '../db/pool.ts'
import { isTrusted } from '../http/address.ts'
import { parseNetworks } from '../networks.ts'
import { summaryOf } from './statement-summary.ts'
import type { Ended, Outgoing, Tracing } from './tracing.ts'

interface Log {
  warn(details: object, message: string): void
}

/** A collector that is away is told once in this time, whatever it refuses. */
const TOLD_EVERY_MS = 60_000
/** Sent together; so many are sent before their time. */
const BATCH = 512
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE', 'QUERY'])

/**
 * Traces to a collector that takes OTLP. Where to and with what headers its packages read from the environment themselves,
 * by OpenTelemetry's own variables. Spans wait in a queue of a fixed length, and are dropped beyond it: who cannot send
 * loses spans and nothing else.
 */
export function openTracing(tracing: TracingConfig, config: Config, log: Log): Tracing {
  reportTo(log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'parlance',
      'service.version': packageJson.version,
      'service.instance.id': randomUUID(),
    }).merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(tracing),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        maxQueueSize: tracing.queue,
        maxExportBatchSize: Math.min(BATCH, tracing.queue),
        scheduledDelayMillis: tracing.delayMs,
      }),
    ],
  })
  return new Traces(provider, isTrusted(parseNetworks(config.trustProxy)))
}

function reportTo(log: Log): void {
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = (message: string) => {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = performance.now()
    log.warn({ err: { message } }, 'traces could not be sent; spans that do not fit into the queue are dropped')
  }
  const nothing = () => {}
  diag.setLogger(
    { error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  setGlobalErrorHandler((error) => tell(error instanceof Error ? error.message : String(error)))
}

function samplerOf({ sampler, share }: TracingConfig): Sampler {
  const root = sampler.endsWith('always_off')
    ? new AlwaysOffSampler()
    : sampler.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(share)
      : new AlwaysOnSampler()
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

class Traces implements Tracing {
  readonly #provider: TracerProvider
  readonly #tracer: Tracer
  readonly #isTrusted: (address: string) => boolean
  readonly #propagator = new W3CTraceContextPropagator()
  /** What is under way. */
  readonly #current = new AsyncLocalStorage<Span>()
  readonly #requests = new WeakMap<IncomingMessage, Span>()

  constructor(provider: TracerProvider, isTrustedProxy: (address: string) => boolean) {
    this.#provider = provider
    this.#tracer = provider.getTracer('parlance', packageJson.version)
    this.#isTrusted = isTrustedProxy
  }

  request: Tracing['request'] = (request, response, work) => {
    const { method = '', headers, socket } = request
    const isKnown = METHODS.has(method)
    const caller = this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
    const sent = trace.getSpanContext(caller)
    // Whoever can ask could have all their requests traced, or write into the traces of others: only a trace that a proxy
    // of ours hands on is gone on with. Of any other it is told where it came from.
    const isOurs = sent !== undefined && this.#isTrusted(socket.remoteAddress ?? '')
    const span = this.#tracer.startSpan(
      isKnown ? method : 'HTTP',
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': isKnown ? method : '_OTHER', 'url.scheme': 'http' },
        ...(sent && !isOurs ? { links: [{ context: sent }] } : {}),
      },
      isOurs ? caller : ROOT_CONTEXT,
    )
    this.#requests.set(request, span)
    // Whoever answers tells more of it, at the same moment and before this.
    response.once('close', () => setImmediate(() => endOnce(span)))
    this.#current.run(span, work)
  }

  answered: Tracing['answered'] = (request, { id, method, path, route, status }) => {
    const span = this.#requests.get(request)
    if (!span?.isRecording()) return
    if (route !== 'unknown') {
      span.updateName(`${METHODS.has(method) ? method : 'HTTP'} ${route}`)
      span.setAttributes({ 'http.route': route, 'url.path': pathWithoutNames(path, route) })
    }
    span.setAttributes({ 'http.response.status_code': status, 'parlance.request.id': id })
    if (status >= 500) fail(span, String(status))
    span.end()
  }

  statement<T>(text: string, work: () => Promise<T>): Promise<T> {
    const parent = this.#current.getStore()
    if (!parent?.isRecording()) return work()
    const summary = summaryOf(text)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
    return this.#during(summary, SpanKind.CLIENT, attributes, work)
  }

  call<T>({ method, url, about }: Outgoing, work: () => Promise<T>, endOf: (result: T) => Ended): Promise<T> {
    const { hostname, port, protocol } = new URL(url)
    const attributes = {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
      ...about,
    }
    return this.#during(method, SpanKind.CLIENT, attributes, work, (span, result) => {
      const end = endOf(result)
      if ('fault' in end) return fail(span, end.fault)
      span.setAttribute('http.response.status_code', end.status)
      if (end.status >= 400) fail(span, String(end.status))
    })
  }

  job<T>(kind: string, about: Record<string, string | number>, work: () => Promise<T>): Promise<T> {
    const within = (span: Span) => this.#current.run(span, work)
    return this.#current.exit(() => this.#during(`job ${kind}`, SpanKind.INTERNAL, about, within))
  }

  logged(request?: IncomingMessage) {
    const span = request ? this.#requests.get(request) : this.#current.getStore()
    if (!span) return {}
    const { traceId, spanId } = span.spanContext()
    return { trace_id: traceId, span_id: spanId }
  }

  async close(withinMs: number): Promise<void> {
    await Promise.race([this.#provider.shutdown().catch(() => {}), sleep(withinMs, undefined, { ref: false })])
  }

  async #during<T>(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    work: (span: Span) => Promise<T>,
    tell: (span: Span, result: T) => void = () => {},
  ): Promise<T> {
    const span = this.#tracer.startSpan(name, { kind, attributes }, this.#context())
    try {
      const result = await work(span)
      tell(span, result)
      return result
    } catch (error) {
      fail(span, sqlState(error) ?? (error instanceof Error ? error.name : 'unknown'))
      throw error
    } finally {
      span.end()
    }
  }

  #context(): Context {
    const parent = this.#current.getStore()
    return parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
  }
}

/** The kind of fault alone: messages may hold what people wrote. */
function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
}

const endOnce = (span: Span) => {
  if (span.isRecording()) span.end()
}

/** Ids stay, and what else stands in a path (names of keys, codes, addresses of files) is told as the route tells it. */
function pathWithoutNames(path: string, route: string): string {
  const [segments, pattern] = [path.split('/'), route.split('/')]
  const isId = (at: number) => pattern[at]?.startsWith(':') && /^\d+$/.test(segments[at] ?? '')
  return pattern.map((part, at) => (isId(at) ? segments[at] : part)).join('/')
}
