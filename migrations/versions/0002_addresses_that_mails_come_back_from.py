"""addresses that mails come back from"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "suspensions",
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("suspended_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_suspensions")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.add_column(sa.Column("bounced_at", sa.BigInteger(), nullable=True))
        batch_op.create_index(batch_op.f("ix_outbox_to"), ["to"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outbox_to"))
        batch_op.drop_column("bounced_at")
    op.drop_table("suspensions")
