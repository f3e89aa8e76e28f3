import type { ToolOperationId, tools } from '@cairn/contract/mcp/tools'
import type { OutputOf } from '@cairn/contract/registry/registry'
import type { Access } from '@cairn/domain/requests/access'
import type { Database } from '@cairn/domain/storage/database/client'
import type { CursorSealer } from '@cairn/domain/storage/pagination/cursor'
import type * as z from 'zod'
import type { ToolResult } from './results/tool-result.ts'

/** The input of an operation: as in a request, but not encoded. */
export type OperationArguments = {
  params?: object
  query?: Record<string, string | undefined>
  body?: unknown
}

/** The key of a creation: the caller's, or one that was derived from the arguments (`derived-key.ts`). */
export type CreationKey = { idempotencyKey: string; isKeyDerived: boolean }

/** Facts for an operation beside its input. */
export type OperationOptions = CreationKey | { ownRun: { runId: string | null } }

/** A call of a tool by a caller whose credential is verified, or, as with any operation, remembered until the role is awaited. */
export type ToolCall = {
  readonly database: Database
  readonly access: Access
  readonly cursors: CursorSealer
  /** The client's name, if the protocol's version has it. */
  readonly clientInfo: { name: string; version: string } | undefined
  /**
   * Runs an operation after the checks of the request pipeline: scope, input, and what the operation itself checks.
   * @throws what the operation throws.
   */
  run<Id extends ToolOperationId>(
    id: Id,
    input: OperationArguments,
    options?: OperationOptions,
  ): Promise<OutputOf<Id>>
  /** Whether an operation has returned an earlier response instead of writing. */
  readonly isReplayed: boolean
  /**
   * The access for a read beside an operation.
   * @throws `insufficient_scope` if the caller may not run the operation.
   */
  accessFor(id: ToolOperationId): Access
}

type Tools = typeof tools

/** Implements a tool. Throws what its operations throw, which becomes a refused result. */
export type ToolHandler<Name extends keyof Tools> = (
  call: ToolCall,
  input: z.output<ReturnType<Tools[Name]['input']>>,
) => Promise<ToolResult>
