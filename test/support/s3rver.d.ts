declare module '@20minutes/s3rver' {
  /** An S3-compatible server whose objects are files. Its only key is S3RVER, with the secret S3RVER. */
  class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
    });
    store: { deleteObject: (bucket: string, key: string) => Promise<void> };
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
  export = S3rver;
}
