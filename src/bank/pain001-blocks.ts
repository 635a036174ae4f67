/** The payments of a block of a file that we wrote: our own writing, so it need not be parsed. */
export function endToEndIdsOfBlock(content: string, blockId: string): string[] {
  const blocks = content.match(/<PmtInf>[\s\S]*?<\/PmtInf>/g) ?? [];
  const block = blocks.find((one) => /<PmtInfId>([^<]*)<\/PmtInfId>/.exec(one)?.[1] === blockId) ?? '';
  return [...block.matchAll(/<EndToEndId>([^<]*)<\/EndToEndId>/g)].map(([, id]) => id as string);
}
