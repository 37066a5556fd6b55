/** Types for the parts that we use of packages without types. Everything else is left undeclared on purpose. */
declare module '@wordpress/block-editor' {
  import type { Block as BlockInstance } from '@wordpress/blocks';
  import type { ComponentType, ReactNode, Ref } from 'react';

  export interface BlockSelection {
    readonly selectionStart?: unknown;
    readonly selectionEnd?: unknown;
    readonly initialPosition?: unknown;
  }
  export interface ChangeOptions {
    readonly selection?: BlockSelection;
  }
  export const BlockEditorProvider: ComponentType<{
    value: readonly BlockInstance[];
    selection?: BlockSelection | undefined;
    onInput: (blocks: BlockInstance[], options: ChangeOptions) => void;
    onChange: (blocks: BlockInstance[], options: ChangeOptions) => void;
    settings: Readonly<Record<string, unknown>>;
    useSubRegistry?: boolean;
    children: ReactNode;
  }>;
  export const BlockCanvas: ComponentType<{
    height?: string;
    styles?: readonly { readonly css: string }[];
    iframeProps?: Readonly<Record<string, unknown>>;
    children?: ReactNode;
  }>;
  export const BlockList: ComponentType<{ className?: string }>;
  export const BlockToolbar: ComponentType<{ hideDragHandle?: boolean; variant?: string }>;
  export const BlockInspector: ComponentType;
  export const BlockIcon: ComponentType<{ icon: unknown; showColors?: boolean }>;
  export const BlockBreadcrumb: ComponentType<{ rootLabelText?: string }>;
  export const BlockEditorKeyboardShortcuts: ComponentType & { Register: ComponentType };
  export const CopyHandler: ComponentType<{ children: ReactNode }>;
  export const __experimentalLibrary: ComponentType<{
    ref?: Ref<unknown>;
    showInserterHelpPanel?: boolean;
    showMostUsedBlocks?: boolean;
    shouldFocusBlock?: boolean;
    rootClientId?: string;
    onClose?: () => void;
  }>;
  export const __experimentalListView: ComponentType<{
    dropZoneElement?: unknown;
    isExpanded?: boolean;
    description?: string;
  }>;
  export const PlainText: ComponentType<{
    value: string;
    onChange: (text: string) => void;
    placeholder?: string;
    className?: string;
    'aria-label': string;
  }>;
  export const RichText: ComponentType<{
    identifier?: string;
    tagName?: string;
    className?: string;
    value: string | undefined;
    onChange: (text: string) => void;
    onMerge?: (isForward: boolean) => void;
    placeholder?: string;
    disableLineBreaks?: boolean;
    withoutInteractiveFormatting?: boolean;
    'aria-label'?: string;
  }>;
  export const InspectorControls: ComponentType<{ group?: string; children: ReactNode }>;
  export const BlockControls: ComponentType<{ group?: string; children: ReactNode }>;
  export function useInnerBlocksProps(
    props?: Readonly<Record<string, unknown>>,
    options?: {
      readonly allowedBlocks?: readonly string[];
      readonly template?: readonly unknown[];
      readonly templateInsertUpdatesSelection?: boolean;
      readonly defaultBlock?: { readonly name: string };
      readonly directInsert?: boolean;
      readonly renderAppender?: ComponentType | false;
    },
  ): Record<string, unknown> & { readonly children: ReactNode };
  export function useBlockProps(props?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  export const store: import('@wordpress/data').StoreDescriptor;
}

declare module '@wordpress/block-library/build-module/*' {
  export function init(): unknown;
}

declare module '*.css';

interface ImportMeta {
  /** Loaders of the matching files by path, listed by Vite when the editor is built. */
  glob<Module>(
    patterns: readonly string[],
    options: { readonly import: 'default' },
  ): Readonly<Record<string, () => Promise<Module>>>;
}
